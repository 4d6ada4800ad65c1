import type { ModelAccess } from './models.ts'

type ModelTest = { isWorking: boolean; latencyMs: number; message: string }

const WORKING = '连接成功'

/** Connection test of the settings page. */
export async function testModel(access: ModelAccess, embeddingModel: string): Promise<ModelTest> {
  const { askModel } = await import('./ask-model.ts')
  const { calibrate: measure } = await import('../retrieval/vectors/embed.ts')
  const { toProblem } = await import('./model-problem.ts')
  const began = performance.now()
  const since = () => Math.round(performance.now() - began)
  try {
    await askModel(access, '请回复：好')
  } catch (error) {
    return { isWorking: false, latencyMs: since(), message: toProblem(error).message }
  }
  const latencyMs = since()
  if (embeddingModel === '') return { isWorking: true, latencyMs, message: WORKING }
  try {
    await measure({ ...access, model: embeddingModel })
    return { isWorking: true, latencyMs, message: WORKING }
  } catch (error) {
    return { isWorking: false, latencyMs, message: `向量模型：${toProblem(error).message}` }
  }
}
