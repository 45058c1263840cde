import type { Place } from '../brief';
import type { Ground, Stage } from '../stage';
import { paintCity, paintRoad, paintStation, paintVillage } from './built';
import { paintBeach, paintHarbour, paintSea } from './coast';
import { paintSpace, paintUnderwater } from './elsewhere';
import { paintRoom } from './room';
import { paintCave, paintDesert, paintField, paintForest, paintMountain, paintRiver, paintSnowland } from './wild';

/** Every place paints its whole world over the sky and says where things can stand. */
export const PLACES: Record<Place, (stage: Stage) => Ground> = {
  sea: paintSea,
  cliff: paintSea,
  beach: paintBeach,
  harbour: paintHarbour,
  forest: paintForest,
  mountain: paintMountain,
  city: paintCity,
  village: paintVillage,
  room: paintRoom,
  desert: paintDesert,
  river: paintRiver,
  field: paintField,
  snow: paintSnowland,
  space: paintSpace,
  cave: paintCave,
  road: paintRoad,
  station: paintStation,
  underwater: paintUnderwater,
};
