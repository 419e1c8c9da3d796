import { texts } from '../../kit/text/texts.ts';

export const signInTexts = texts(
  {
    title: 'Sign in to Operations',
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    foot: 'For the people who run this server. Shops sign in at /dashboard.',
    notOut: 'You are still signed in: the server could not be reached. Try again once you are online.',
    slogan: 'Every parcel, every courier and every leone of cash on one board, the late ones first.',
    ended: 'Your session has ended',
    endedText: 'Sign in again and go on where you were. What you have written is still there.',
  },
  {
    title: 'Sayn in na Ɔpareshɔn',
    email: 'Imel',
    password: 'Paswɔd',
    signIn: 'Sayn in',
    foot: 'Fɔ di pipul dɛn we de rɔn dis sava. Shɔp dɛn de sayn in na /dashboard.',
    notOut: 'Yu stil de insay: wi nɔ ebul rich di sava. Tray bak we nɛtwɔk de.',
    slogan: 'Ɔl pasul, ɔl rayda ɛn ɔl kash na wan bɔd, di wan dɛn we let fɔs.',
    ended: 'Yu tɛm dɔn dɔn',
    endedText: 'Sayn in bak ɛn go bifo usay yu bin de. Wetin yu dɔn rayt stil de.',
  },
);
