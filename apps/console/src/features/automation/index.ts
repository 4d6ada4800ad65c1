export { AutomationHead } from './automation-head.tsx'
