export { CertifyPanel } from './certify-panel.tsx'
export { useCertifyInfo } from './certify.queries.ts'
