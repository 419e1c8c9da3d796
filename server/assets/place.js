// Offers to fill in where the visitor is, on browsers that can tell.
(() => {
  const form = document.getElementById('place');
  const button = document.getElementById('locate');
  const word = document.getElementById('located');
  if (!form || !navigator.geolocation) return;
  button.parentElement.hidden = false;
  button.addEventListener('click', () => {
    word.textContent = form.dataset.locating;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        form.elements.lat.value = coords.latitude.toFixed(6);
        form.elements.lng.value = coords.longitude.toFixed(6);
        form.elements.plus_code.value = '';
        word.textContent = form.dataset.located;
      },
      () => {
        word.textContent = form.dataset.failed;
      },
      { enableHighAccuracy: true, timeout: 20000 },
    );
  });
})();
