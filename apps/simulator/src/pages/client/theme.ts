// Runs before anything is painted, so that a dark screen never flashes white.
const THEME_KEY = 'simulator.theme'

const isDark = () => {
  const chosen = localStorage.getItem(THEME_KEY)
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

const applyTheme = () => {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
}

applyTheme()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
addEventListener('storage', applyTheme)
addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-theme-toggle]')) return
  localStorage.setItem(THEME_KEY, isDark() ? 'light' : 'dark')
  applyTheme()
})
