export { BackLink } from './components/back-link.tsx'
