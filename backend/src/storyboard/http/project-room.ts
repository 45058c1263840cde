import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@storyreel/contracts';
import { DataSource, Not } from 'typeorm';
import { DomainError } from '../../platform/domain/domain-error';
import { projectListEntity } from '../views/project-list.view';

/**
 * The limit of a user's projects. The views are asked, and a command waits until they show what it did: so a node lets
 * one command of a user after the other make a project. Several nodes may each let one more in at the same moment, and
 * so may one whose views are later than commands wait for.
 */
@Injectable()
export class ProjectRoom {
  /** By user: resolves when everything that was to be made before has been. */
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /**
   * Makes or brings back a project of this id, if the user may have it besides the others.
   * @throws DomainError limit_reached, or what `make` throws
   */
  async take<T>(id: string, userId: string, make: () => Promise<T>): Promise<T> {
    const made = (this.turns.get(userId) ?? Promise.resolve()).then(async () => {
      await this.assertRoomFor(id, userId);
      return make();
    });
    const turn = made.catch(() => undefined);
    this.turns.set(userId, turn);
    try {
      return await made;
    } finally {
      if (this.turns.get(userId) === turn) this.turns.delete(userId);
    }
  }

  private async assertRoomFor(id: string, userId: string): Promise<void> {
    const others = { userId, deleted: false, id: Not(id) };
    if ((await this.database.getRepository(projectListEntity).countBy(others)) < LIMITS.projectsPerUser) return;
    throw new DomainError('limit_reached', `You can have at most ${LIMITS.projectsPerUser} projects.`);
  }
}
