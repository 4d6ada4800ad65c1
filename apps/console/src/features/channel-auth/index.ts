export { AuthoriseDialog } from './components/authorise-dialog.tsx'
export { needsLanding } from './landing-memory.ts'
