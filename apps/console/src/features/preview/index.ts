export { AiAvatar } from './components/ai-avatar.tsx'
export { PreviewPane } from './preview-pane.tsx'
