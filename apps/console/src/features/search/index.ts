export { openSearch, SearchDoor } from './search-door.tsx'
