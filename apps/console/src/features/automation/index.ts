export { AutomationHead } from './automation-head.tsx'
export { PausedBanner } from './paused-banner.tsx'
