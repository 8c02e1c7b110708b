import { Component, type ReactNode } from 'react'

type BoundaryProps = { onFailure: () => void; children: ReactNode }

/** Removes a part that fails to render, and keeps the page. Only a class can do this in React. */
export class FailureBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onFailure()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
