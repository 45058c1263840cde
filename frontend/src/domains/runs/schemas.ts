export {
  replayReportSchema,
  runAgainResponseSchema,
  runCountsSchema,
  runDetailSchema,
  runSchema,
  sceneRunSchema,
} from '@storyreel/contracts';
