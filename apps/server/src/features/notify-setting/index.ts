export { notifySettingRoutes } from './notify-setting.routes.ts'
export { NotifySettingService } from './notify-setting.service.ts'
