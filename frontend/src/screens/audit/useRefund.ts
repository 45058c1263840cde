import { type Charge, refundResponseSchema } from '@storyreel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AUDIT, auditKeys } from '../../domains/audit/keys';
import { zapsInWords } from '../../domains/zaps/format';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { refreshBelow } from '../../platform/query-client';
import { toast } from '../../ui';

export interface Refund {
  zaps: number;
  reason: string;
}

/** Gives zaps of a charge back, once, however often the answer was lost. */
export function useRefund({ holdId, user }: Charge) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ zaps, reason }: Refund) => {
      const body = { userId: user.id, zaps, reason };
      return idempotencyKeys.once(`refund/${holdId}`, body, (key) =>
        apiRequest('POST', `${AUDIT}/charges/${encodeURIComponent(holdId)}/refunds`, body, {
          schema: refundResponseSchema,
          headers: idempotencyHeader(key),
        }),
      );
    },
    onSuccess: async ({ charged, refunded }, { zaps }) => {
      const whose = zaps === 1 ? 'was returned to its owner' : 'were returned to their owner';
      toast({ title: 'Refunded', description: `${zapsInWords(zaps)} ${whose}.` });
      // What the answer says is shown at once; the new entry comes with the charge, which is read anew.
      queryClient.setQueryData<Charge>(
        auditKeys.charge('finance', holdId),
        (charge) => charge && { ...charge, charged: charged - refunded, refunded },
      );
      await refreshBelow(queryClient, AUDIT);
    },
  });
}
