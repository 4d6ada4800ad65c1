export { GrantsSection } from './grants-section.tsx'
