import { DiscoveryService } from '@nestjs/core';

/** Marks a provider that implements JobHandler; the platform finds it and feeds it jobs. */
export const JobWorker = DiscoveryService.createDecorator();
