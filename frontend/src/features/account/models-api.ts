import { learnModels } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';

/** Reads the models that this installation knows and offers; forms and prices use them once they have loaded. */
export const useModels = () =>
  useQuery({
    queryKey: ['/api/models'],
    queryFn: async (context) => {
      const answer = await getQueryFn(lazySchema('offeredModelsSchema'))(context);
      learnModels(answer.models);
      return answer;
    },
    staleTime: Infinity,
  });
