export { PointsWidget } from './components/points-widget.tsx'
export { PointsGate } from './points-gate.tsx'
