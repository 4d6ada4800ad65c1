// Runs before the first paint, so that a dark screen never flashes white. src/theme/color-scheme.ts takes over later.
;(function () {
  var mode = 'system'
  try {
    mode = localStorage.getItem('ruwu.theme') || 'system'
  } catch {
    // Storage may be forbidden; the system's choice is a good one.
  }
  var dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
