export { openSearch, SearchShortcut } from './search-shortcut.tsx'
