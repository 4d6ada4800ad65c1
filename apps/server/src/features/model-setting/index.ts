export { modelSettingRoutes } from './model-setting.routes.ts'
export { ModelSettingService } from './model-setting.service.ts'
export { listWithoutVectors, modelKeys } from './model-setting.repo.ts'
