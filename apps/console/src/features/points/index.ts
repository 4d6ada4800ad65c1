export { HEALTH_TONES, PointsWidget } from './components/points-widget.tsx'
export { PointsGate } from './points-gate.tsx'
export { useEntAccount } from './points.queries.ts'
export { useOpenPoints } from './use-open-points.ts'
