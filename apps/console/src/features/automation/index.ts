export { AutomationHead } from './automation-head.tsx'
export { PausedBanner } from './paused/paused-banner.tsx'
