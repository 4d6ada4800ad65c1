import type { OrderRequest } from '@ruwu/contract'
import { useNavigate } from 'react-router'
import { showError } from '../../api/show-error.ts'
import { useCreateOrder } from './order.mutations.ts'

/** 提交订单, then its payment. */
export function useSubmitOrder() {
  const create = useCreateOrder()
  const navigate = useNavigate()
  const submit = (request: OrderRequest) =>
    create.mutate(request, {
      onSuccess: ({ orderNo }) => void navigate(`/point/order-pay?orderNo=${orderNo}`),
      onError: showError,
    })
  return { submit, isSubmitting: create.isPending }
}
