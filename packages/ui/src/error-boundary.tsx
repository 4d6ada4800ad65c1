import { Component, type ReactNode } from 'react'
import { Crash } from './crash.tsx'

type Props = { children: ReactNode; onError?: (error: unknown) => void }
type State = { error: unknown; failed: boolean }

/** Catches a crash while drawing; 点击重新加载 clears it and draws again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <Crash error={this.state.error} onReload={() => this.setState({ error: null, failed: false })} />
  }
}
