export { aiRunRoutes } from './ai-run.routes.ts'
export { type AiReceptionDeps, createAiReception } from './create-ai-reception.ts'
