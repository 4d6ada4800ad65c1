export { GRANTS_DRAWER, GrantsSheet } from './grants-sheet.tsx'
