export { NotifyHost } from './notify-host.tsx'
