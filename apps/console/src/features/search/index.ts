export { openSearch, SearchShortcut as SearchDoor } from './search-shortcut.tsx'
