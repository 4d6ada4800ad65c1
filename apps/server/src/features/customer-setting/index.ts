export { customerSettingRoutes } from './customer-setting.routes.ts'
