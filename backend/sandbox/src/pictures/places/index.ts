import type { Place } from '../brief';
import type { Ground, Stage } from '../stage';
import { paintCity } from './city';
import { paintHarbour } from './harbour';
import { paintStation } from './station';
import { paintRoad, paintVillage } from './village';
import { paintCave } from './cave';
import { paintDesert, paintField, paintMountain, paintRiver, paintSnowland } from './wild';
import { paintFarm, paintLake, paintPark } from './countryside';
import { paintGarden } from './gardens';
import { paintForest } from './woodland';
import { paintBeach, paintSea } from './coast';
import { paintSpace, paintUnderwater } from './elsewhere';
import { paintRoom } from './room';

/** Each function paints a place's whole world over the sky and returns the spots where things can stand. */
export const PLACES: Record<Place, (stage: Stage) => Ground> = {
  sea: paintSea,
  cliff: paintSea,
  beach: paintBeach,
  harbour: paintHarbour,
  forest: paintForest,
  mountain: paintMountain,
  city: paintCity,
  village: paintVillage,
  garden: paintGarden,
  park: paintPark,
  farm: paintFarm,
  lake: paintLake,
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
