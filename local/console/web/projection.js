/**
 * Lambert's conformal conic projection with the parallels of Mexico's official maps (17.5° and 29.5° north, meridian 102° west), so that
 * the country has its familiar shape. Source: Snyder, Map Projections: A Working Manual, 1987, pages 106–107, on a sphere.
 */
const radians = (degrees) => (degrees * Math.PI) / 180;
const stretched = (latitude) => Math.tan(Math.PI / 4 + radians(latitude) / 2);

const SOUTH = 17.5;
const NORTH = 29.5;
const MERIDIAN = -102;
const CONE =
  Math.log(Math.cos(radians(SOUTH)) / Math.cos(radians(NORTH))) / Math.log(stretched(NORTH) / stretched(SOUTH));
const FACTOR = (Math.cos(radians(SOUTH)) * stretched(SOUTH) ** CONE) / CONE;

/** The size of the map. Mexico fills it except for a margin. */
export const FRAME = { width: 1000, height: 650 };
const SCALE = 1905;
const LEFT = 509;
const TOP = 2.44449;

/** The coordinates of a place on the map. */
export function project(latitude, longitude) {
  const radius = FACTOR / stretched(Math.max(-80, latitude)) ** CONE;
  const angle = CONE * radians(longitude - MERIDIAN);
  return {
    x: LEFT + SCALE * radius * Math.sin(angle),
    y: SCALE * (radius * Math.cos(angle) - TOP) + FRAME.height,
  };
}
