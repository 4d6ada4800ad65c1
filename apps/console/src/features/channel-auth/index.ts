export { AuthoriseDialog } from './components/authorise-dialog.tsx'
export { useLandingRedirect } from './landing-redirect.ts'
