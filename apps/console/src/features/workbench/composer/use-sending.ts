import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { startSending } from './sending/sending.ts'

/** While it is used, messages leave, those that earlier pages left behind included. */
export function useSending() {
  const cache = useQueryClient()
  useEffect(() => startSending(cache), [cache])
}
