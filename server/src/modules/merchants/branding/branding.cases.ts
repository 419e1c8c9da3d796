import type { Provocations, ProvokeStage } from '../../../../test/kit/provoke.ts';

/** How the refusals of branding come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  return {
    updateBranding: {
      INVALID_PHONE: () => stage().ask('updateBranding', { body: { support: { phone: '12' } } }),
      PRECONDITION_FAILED: () =>
        stage().ask('updateBranding', { body: { footer: 'Ours' }, headers: { 'if-match': '"never"' } }),
    },
  };
}
