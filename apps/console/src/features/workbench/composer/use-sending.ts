import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { startSending } from './sending/sending.ts'

/** Runs the send queue while mounted, including messages left by closed tabs. */
export function useSending() {
  const cache = useQueryClient()
  useEffect(() => startSending(cache), [cache])
}
