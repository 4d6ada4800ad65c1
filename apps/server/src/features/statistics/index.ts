export { createRollupWorker } from './rollup-worker.ts'
export { statisticsRoutes } from './statistics.routes.ts'
export { createStatisticsService, type StatisticsService } from './statistics.service.ts'
