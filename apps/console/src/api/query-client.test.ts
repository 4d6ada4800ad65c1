import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ServiceError } from './errors.ts'
import { createQueryClient } from './query-client.ts'

test('what is saved without a line fails at once, and nothing is carried out later', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const save = vi.fn(() => Promise.reject(new ServiceError('Network Error')))

  const saved = new MutationObserver(createQueryClient(), { mutationFn: save }).mutate()

  await expect(saved).rejects.toThrow(ServiceError)
  onlineManager.setOnline(true)
  expect(save).toHaveBeenCalledTimes(1)
})
