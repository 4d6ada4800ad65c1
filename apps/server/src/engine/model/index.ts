export { createModelCaller, type ModelCaller } from './model-caller.ts'
export type { EmbeddingModels, ModelAccess, Models } from './models.ts'
export { testModel } from './test-model.ts'
