export { createModelCaller, type ModelCaller } from './model-caller.ts'
export type { BeginModelUse, EmbeddingModels, ModelAccess, Models } from './models.ts'
export { testModel } from './test-model.ts'
export { startTrial } from './trial.ts'
