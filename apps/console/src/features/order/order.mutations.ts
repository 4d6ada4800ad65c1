import { type InvoiceForm, orderApi, type OrderRequest, type PayMethod } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { orderKeys } from './order.queries.ts'
import { texts } from './texts.ts'

export function useCreateOrder() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: OrderRequest) => call(orderApi.create, { body }),
    // Its coupon has one use less: asked again when the page is opened again.
    onSuccess: () => cache.invalidateQueries({ queryKey: orderKeys.coupons, refetchType: 'none' }),
    // Its coupon may be used up or over meanwhile.
    onError: () => cache.invalidateQueries({ queryKey: orderKeys.coupons }),
  })
}

export function usePayOrder(orderNo: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (method: PayMethod) => call(orderApi.pay, { body: { orderNo, method } }),
    onSuccess: ({ order }) => cache.setQueryData(orderKeys.detail(orderNo), order),
    // Paid or ended meanwhile: the page shows what the order is now.
    onError: () => cache.invalidateQueries({ queryKey: orderKeys.detail(orderNo) }),
  })
}

export function useSubmitProof(orderNo: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (url: string) => call(orderApi.proof, { body: { orderNo, url } }),
    onSuccess: (order) => cache.setQueryData(orderKeys.detail(orderNo), order),
    onSettled: () => cache.invalidateQueries({ queryKey: orderKeys.pages }),
  })
}

export function useCancelOrder() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (orderNo: string) => call(orderApi.cancel, { body: { orderNo } }),
    onSettled: () => cache.invalidateQueries({ queryKey: orderKeys.all }),
  })
}

export function useRequestInvoice(orderNo: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (form: InvoiceForm) => call(orderApi.invoice, { body: { ...form, orderNo } }),
    onSuccess: () => toast.success(texts.invoiceRequested),
    onSettled: () => cache.invalidateQueries({ queryKey: orderKeys.all }),
  })
}
