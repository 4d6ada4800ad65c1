export { modelSettingRoutes } from './model-setting.routes.ts'
export { ModelSettingService } from './model-setting.service.ts'
export { listWithoutVectors } from './model-setting.repo.ts'
