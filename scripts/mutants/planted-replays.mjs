/**
 * Changes of requests to providers, of prices and of refusals. A replay of a log that was written without a change has
 * to report that change by name.
 */
const GENERATION = 'backend/src/generation/kinds';
const WALLET = 'backend/src/money/zaps/domain';
const REPLICATE = 'backend/src/integrations/replicate/replicate-providers.ts';

/** @type {Pick<import('./wiring-mutants.mjs').Mutant, 'stage' | 'tests' | 'isReplay'>} */
const REPLAY = { stage: 'int', tests: ['runs/replay/another-release.int'], isReplay: true };

const OVERDRAFT = {
  file: `${WALLET}/hold-zaps.ts`,
  find: '  if (units > available) {',
  put: '  if (units > available && available < 0) {',
};
const OVER_REFUND = {
  file: `${WALLET}/refund-charge.ts`,
  find: '  if (units > left) {',
  put: '  if (units > left && left < 0) {',
};

/** @type {import('./wiring-mutants.mjs').Mutant[]} */
export const PLANTED_REPLAYS = [
  {
    ...REPLAY,
    name: 'replay: the prompt is sent in capitals, and one image fewer is asked for',
    file: `${GENERATION}/image/run-image-job.ts`,
    find: 'return { prompt, model, count: slotIds.length,',
    put: 'return { prompt: prompt.toUpperCase(), model, count: slotIds.length - 1,',
    says: ['request of create', '$.prompt', '$.count'],
  },
  {
    ...REPLAY,
    name: 'replay: images are asked for in a lower quality',
    file: 'contracts/src/models/image-models.ts',
    find: "output_format: 'jpg', output_quality: 92, go_fast",
    put: "output_format: 'jpg', output_quality: 40, go_fast",
    says: ['sent of create', '$.body.input.output_quality'],
  },
  {
    ...REPLAY,
    name: 'replay: an image costs 40 % more',
    file: 'contracts/src/models/images.ts',
    find: 'model.usdPerReference) * images, images)',
    put: 'model.usdPerReference) * images * 1.4, images)',
    says: ['price of generate_image', '$.units'],
  },
  {
    ...REPLAY,
    ...OVERDRAFT,
    name: 'replay: zaps are reserved that are not there, and more is refunded than was charged',
    also: [OVER_REFUND],
    says: ['ReserveZaps', 'RefundCharge', '$.code', 'insufficient_zaps', 'accepted'],
  },
  {
    ...REPLAY,
    name: 'replay: images are asked for in another format',
    file: REPLICATE,
    find: '[inputs.format]: format })',
    put: "[inputs.format]: '1:1' })",
    says: ['sent of create', '$.body.input.aspect_ratio'],
  },
  {
    ...REPLAY,
    name: 'replay: clips are asked for longer than they are sold',
    file: REPLICATE,
    find: 'duration: modelDuration(modelId, durationSeconds),',
    put: 'duration: modelDuration(modelId, durationSeconds) + 5,',
    says: ['sent of create', '$.body.input.duration'],
  },
  {
    ...REPLAY,
    name: 'replay: the first frame of a clip is not sent',
    file: REPLICATE,
    find: '{ ...(!isAlone && { [model.imageInput]',
    put: '{ ...(isAlone && { [model.imageInput]',
    says: ['sent of create', '$.body.input.start_image'],
  },
  {
    ...REPLAY,
    name: 'replay: the text model is told something else',
    file: 'backend/src/integrations/openai/prompts.ts',
    find: 'You prepare one scene of a story',
    put: 'You prepare two scenes of a story',
    says: ['sent of describeScene', '$.body.messages[0].content'],
  },
  {
    ...REPLAY,
    name: 'replay: a text costs more',
    file: 'contracts/src/writing/text-price.ts',
    find: 'const TEXT_ZAPS = 0.5;',
    put: 'const TEXT_ZAPS = 0.6;',
    says: ['price of scene_description', '$.units'],
  },
  {
    ...REPLAY,
    name: 'replay: a clip is priced a second too long',
    file: 'contracts/src/models/clips.ts',
    find: 'usdPerSecond(quality, sound) * seconds, LEAST',
    put: 'usdPerSecond(quality, sound) * (seconds + 1), LEAST',
    says: ['price of generate_video', '$.units'],
  },
  {
    ...REPLAY,
    name: 'replay: a budget is ignored',
    file: `${WALLET}/hold-zaps.ts`,
    find: 'checkBudgets(state, data.purpose.projectId, units, environment.now)',
    put: 'checkBudgets(state, data.purpose.projectId, 0, environment.now)',
    says: ['ReserveZaps', '$.code', 'budget_reached', 'accepted'],
  },
  {
    ...REPLAY,
    name: 'replay: a refusal for too few zaps gives wrong figures',
    file: `${WALLET}/hold-zaps.ts`,
    find: 'const [need, have] = [toZaps(units), toZaps(available)];',
    put: 'const [need, have] = [toZaps(units), toZaps(available - 10_000)];',
    says: ['ReserveZaps', '$.message', 'have 77.5'],
  },
  {
    ...REPLAY,
    name: 'replay: somebody refunds their own charge',
    file: `${WALLET}/refund-charge.ts`,
    find: '  if (by === environment.ownerId) throw ownCharge();\n',
    put: '',
    says: ['RefundCharge', '$.code', 'accepted'],
  },
  {
    ...REPLAY,
    name: 'replay: a scene gets more images than it may have',
    file: `${GENERATION}/image/image-job.ts`,
    find: 'countOf(asked) > LIMITS.assetsPerScene',
    put: 'countOf(asked) > 2 * LIMITS.assetsPerScene',
    says: ['QueueImageJob', '$.code', 'limit_reached', 'accepted'],
  },
  {
    ...REPLAY,
    name: 'replay: images are made twice at once for a scene',
    file: `${GENERATION}/image/image-job.ts`,
    find: "  if (running) throw new DomainError('already_in_progress'",
    put: "  if (running && scene.images.length > 99) throw new DomainError('already_in_progress'",
    says: ['QueueImageJob', '$.code', 'already_in_progress', 'accepted'],
  },
  {
    ...REPLAY,
    name: 'replay: a film of nothing is refused in other words',
    file: `${GENERATION}/film/film-requests.ts`,
    find: '  if (blocks.length === 0) throw refusal(',
    put: '  if (blocks.length > 99) throw refusal(',
    says: ['PlanFilm', '$.message', 'neither an image nor a clip'],
  },
];
