export { AuthoriseDialog } from './components/authorise-dialog.tsx'
export { needsLanding, rememberLanding } from './landing-redirect.ts'
