export { usePersonalData } from './use-personal-data.tsx'
