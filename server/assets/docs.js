// What every page of the documentation does beside being read: copying, the chosen language, and the doors to finding and trying.
(() => {
const here = document.currentScript.dataset;
const LANGUAGE = 'cottontree-docs-language';

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

const chosen = document.getElementById(`in-${remembered(LANGUAGE) || 'curl'}`);
if (chosen) chosen.checked = true;
document.addEventListener('change', ({ target }) => {
  if (target.name !== 'language') return;
  try {
    localStorage.setItem(LANGUAGE, target.value);
  } catch {
    // Without storage the choice holds for this page.
  }
});

for (const block of document.querySelectorAll('.code')) addCopy(block);

function addCopy(block) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.querySelector('pre').textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(block.querySelector('pre'));
      button.textContent = 'Marked';
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  block.append(button);
}

function load(url) {
  const script = document.createElement('script');
  script.src = url;
  document.head.append(script);
}

const field = document.getElementById('q');
let finding = false;
function find() {
  if (!finding) load(here.find);
  finding = true;
}
field.addEventListener('focus', find);
document.addEventListener('keydown', (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  const asked = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey);
  if (!asked) return;
  event.preventDefault();
  field.focus();
  field.select();
});

if (document.querySelector('.try')) load(here.try);
})();
