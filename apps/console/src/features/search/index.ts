export { openSearch, SearchDoor } from './search-shortcut.tsx'
